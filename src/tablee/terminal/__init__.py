"""Play in a terminal: a full screen where there is one, plain lines on a pipe."""
