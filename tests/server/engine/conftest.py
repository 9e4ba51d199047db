"""Lets the engine's tests share their helpers by plain imports."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "helpers"))
