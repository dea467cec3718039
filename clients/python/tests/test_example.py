"""The worked example runs as its users run it, on the demo market."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_script_finds_an_edge_and_draws_its_cases(url: str, token: str, tmp_path: Path) -> None:
    image = tmp_path / "edge.png"
    command = [sys.executable, str(EXAMPLES / "find_an_edge.py"), url, "DEMO-ACME", str(image)]
    environment = {**os.environ, "TOKEN": token, "MPLCONFIGDIR": str(tmp_path)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("DEMO-ACME, 2024-09-03 to ")
    assert "chosen: " in run.stdout
    assert "refused: session.close>0 tells the future" in run.stdout
    assert image.read_bytes().startswith(b"\x89PNG")
    assert image.stat().st_size > 20_000


def test_the_notebook_runs_from_top_to_bottom(
    url: str, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"API": url, "TOKEN": token, "MPLCONFIGDIR": str(tmp_path), "IPYTHONDIR": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    notebook = nbformat.read(EXAMPLES / "find_an_edge.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    outputs = {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}
    assert "looks ahead of" in outputs["known"][0]["text"]
    assert "Mondays close green" in outputs["guesses"][0]["data"]["text/plain"]
    assert any("image/png" in output.get("data", {}) for output in outputs["chart"])
