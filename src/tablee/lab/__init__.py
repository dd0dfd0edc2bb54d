"""Where play is measured: bots meet in an arena, and what came of it is counted with its error."""
