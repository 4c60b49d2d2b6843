"""``python -m craggy``: the command line that was installed with the package."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import NoReturn


def find_command() -> Path | None:
    """The program in the folder for scripts: of the environment, of the user, or beside a package in ``--target``."""
    for folder in (
        Path(sysconfig.get_path("scripts")),
        Path(sysconfig.get_path("scripts", f"{os.name}_user")),
        Path(__file__).parents[1] / "bin",
    ):
        if (folder / "craggy").is_file():
            return folder / "craggy"
    return None


def main() -> NoReturn:
    """Become the command line."""
    command = find_command()
    if command is None:
        sys.exit(
            "craggy: the command line is not part of this install; wheels have it, an install from source has it where "
            "CLI11, toml++, RE2 and zlib were"
        )
    os.execv(command, [str(command), *sys.argv[1:]])


if __name__ == "__main__":
    main()
