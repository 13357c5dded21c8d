"""The table over the network: messages, sessions, server and client."""
