"""One widget a file: the painter of canvases, and the line to type into."""
