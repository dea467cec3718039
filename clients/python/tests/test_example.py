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


def outputs_of(
    name: str, url: str, token: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, list[nbformat.NotebookNode]]:
    """What the cells of a notebook print, run from top to bottom."""
    for variable, value in {"API": url, "TOKEN": token, "MPLCONFIGDIR": str(folder), "IPYTHONDIR": str(folder)}.items():
        monkeypatch.setenv(variable, value)
    notebook = nbformat.read(EXAMPLES / name, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    return {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}


def test_the_notebook_finds_an_edge(url: str, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = outputs_of("find_an_edge.ipynb", url, token, tmp_path, monkeypatch)
    assert "looks ahead of" in outputs["known"][0]["text"]
    assert "Mondays close green" in outputs["guesses"][0]["data"]["text/plain"]
    assert any("image/png" in output.get("data", {}) for output in outputs["chart"])


def test_the_notebook_of_the_first_hour(url: str, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = outputs_of("first_hour.ipynb", url, token, tmp_path, monkeypatch)
    assert outputs["base"][0]["text"].startswith("163 of 250 sessions: 65.2 %")
    assert outputs["narrow"][0]["text"].startswith("narrow: ")
    assert any("image/png" in output.get("data", {}) for output in outputs["when"])
    assert outputs["prior"][0]["text"].startswith("71 67.6056 64.0449")
