"""The own certificate and its file, and one end of TLS."""

from __future__ import annotations

import resource
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from netcore.transport.certificate import FILE, BadCertificate, identity, own_identity
from netcore.transport.tls import NotTls, Tls, TlsFailed, client_context


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("own")
    own_identity(made)
    return made


def test_it_is_made_once_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    first = own_identity(tmp_path / "data")
    path = tmp_path / "data" / FILE
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert own_identity(tmp_path / "data").hash == first.hash
    assert own_identity(tmp_path / "other").hash != first.hash
    assert [one.name for one in path.parent.iterdir()] == [FILE]


def test_a_file_that_others_could_read_is_closed_again(folder: Path) -> None:
    path = folder / FILE
    path.chmod(0o644)
    identity(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_it_names_neither_the_machine_nor_its_owner(folder: Path) -> None:
    from cryptography import x509

    pem = (folder / FILE).read_bytes()
    certificate = x509.load_pem_x509_certificate(pem[pem.index(b"-----BEGIN CERT") :])
    assert certificate.subject.rfc4514_string() == "CN=cardtui"
    assert len(certificate.extensions) == 0


@pytest.mark.parametrize("keep", ["nothing", "half", "certificate", "key", "other-key", "noise"])
def test_a_damaged_file_is_named_and_never_replaced(
    folder: Path, tmp_path: Path, keep: str
) -> None:
    pem = (folder / FILE).read_bytes()
    at = pem.index(b"-----BEGIN CERT")
    own_identity(tmp_path / "other")
    other = (tmp_path / "other" / FILE).read_bytes()
    damaged = {
        "nothing": b"",
        "half": pem[: len(pem) // 2],
        "certificate": pem[at:],
        "key": pem[:at],
        "other-key": other[: other.index(b"-----BEGIN CERT")] + pem[at:],
        "noise": pem[:40] + b"\0\xff" + pem[42:],
    }[keep]
    path = tmp_path / FILE
    path.write_bytes(damaged)
    with pytest.raises(BadCertificate, match=FILE):
        own_identity(tmp_path)
    assert path.read_bytes() == damaged


def test_a_key_with_a_password_does_not_ask_the_terminal(folder: Path, tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization

    pem = (folder / FILE).read_bytes()
    key = serialization.load_pem_private_key(pem, None)
    locked = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"x"),
    )
    (tmp_path / FILE).write_bytes(locked + pem[pem.index(b"-----BEGIN CERT") :])
    with pytest.raises(BadCertificate):
        own_identity(tmp_path)


MAKER = "import sys, pathlib; from netcore.transport.certificate import own_identity as own\n" + (
    "print(own(pathlib.Path(sys.argv[1])).hash.hex())"
)


def test_programs_that_start_at_once_have_the_same(tmp_path: Path) -> None:
    makers = [
        subprocess.Popen(
            [sys.executable, "-c", MAKER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    assert len({one.communicate(timeout=60)[0] for one in makers}) == 1


# --- one end of TLS ---


def pair(folder: Path) -> tuple[Tls, Tls]:
    return Tls(client_context(), server=False), Tls(own_identity(folder).context, server=True)


def shake(client: Tls, server: Tls) -> None:
    for _ in range(4):
        server.feed(client.outgoing())
        client.feed(server.outgoing())
    assert client.ready and server.ready


def test_both_ends_understand_each_other_byte_by_byte(folder: Path) -> None:
    client, server = pair(folder)
    for _ in range(4):
        for one, other in ((client, server), (server, client)):
            for byte in one.outgoing():
                other.feed(bytes([byte]))
    assert client.certificate == own_identity(folder).hash
    text = bytes(range(256)) * 300  # several records
    sealed = client.seal(text)
    assert text[:50] not in sealed
    assert b"".join(server.feed(sealed[i : i + 999]) for i in range(0, len(sealed), 999)) == text
    assert client.feed(server.seal(b"hello")) == b"hello"
    server.feed(client.close())
    assert server.ended and not client.ended


def test_nothing_older_than_tls_1_3(folder: Path) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    client, server = Tls(old, server=False), Tls(own_identity(folder).context, server=True)
    with pytest.raises(TlsFailed):
        server.feed(client.outgoing())
    with pytest.raises(TlsFailed):
        client.feed(server.outgoing())  # the alert


def test_an_altered_byte_ends_it(folder: Path) -> None:
    client, server = pair(folder)
    shake(client, server)
    sealed = bytearray(client.seal(b"play r5"))
    sealed[-1] ^= 1
    with pytest.raises(TlsFailed):
        server.feed(bytes(sealed))


@pytest.mark.parametrize("noise", [b"GET / HTTP/1.1\r\n\r\n", b"\0\0\0\x05hello", b"SSH-2.0-x\r\n"])
def test_other_protocols_are_told_apart(folder: Path, noise: bytes) -> None:
    for end in pair(folder):
        with pytest.raises(NotTls) as caught:
            end.feed(noise)
        assert noise.startswith(caught.value.began)


def test_an_idle_conversation_holds_little_memory(folder: Path) -> None:
    context = own_identity(folder).context
    kept: list[Tls] = []
    for number in range(220):
        if number == 20:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        client, server = Tls(client_context(), server=False), Tls(context, server=True)
        shake(client, server)
        client.feed(server.seal(b"x" * 4000))
        kept += [client, server]
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    per_end = grown / 400 / (1024 if sys.platform == "darwin" else 1)
    assert per_end < 100, f"{per_end:.0f} KB"
