"""Node, with which the page is built: from the PATH, or from the virtual environment."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path


def node() -> str:
    own = Path(sys.prefix, "node")
    found = shutil.which("node", path=str(own)) or shutil.which("node")
    assert found, "Node is not on this machine; make installs it"
    return found
