"""What the tests of the Python package share."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of a store in a file."""
    return f"sqlite:///{tmp_path}/studies.db"


@pytest.fixture(scope="session")
def command() -> str:
    """The command line of the same build."""
    found = os.environ.get("CRAGGY_COMMAND") or shutil.which("craggy")
    if found is None:
        pytest.skip("CRAGGY_COMMAND does not say where the command line is")
    return found


def _postgres_programs() -> Path | None:
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    return None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a database on a server of our own, which is gone afterwards."""
    programs = _postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    # Not below pytest's own folder, whose rights another pytest that starts meanwhile takes back.
    folder = Path(tempfile.mkdtemp(prefix="craggy_postgres_"))
    user = "postgres" if os.getuid() == 0 else None  # the server refuses to run as root
    if user is not None:
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, user=user, cwd=folder, timeout=120)

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = str(folder / "data")
    run(str(programs / "initdb"), "-D", data, "-U", "craggy", "--auth=trust", "-E", "UTF8", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    run(str(programs / "pg_ctl"), "-D", data, "-l", str(folder / "log"), "-w", "-o", options, "start")
    try:
        yield f"postgresql://craggy@127.0.0.1:{port}/postgres"
    finally:
        run(str(programs / "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder)
