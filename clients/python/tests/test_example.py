import os
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent / "examples" / "first_hour.py"


def test_the_example_prints_both_rates_and_the_cases_by_quarter(url: str, token: str) -> None:
    environment = {**os.environ, "API": url, "TOKEN": token}
    run = subprocess.run([sys.executable, str(EXAMPLE)], env=environment, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0] == "after a close in the upper fifth: 67.6056 % of 71 sessions"
    assert lines[1] == "after all other sessions: 63.4831 % of 178"
    quarters = [line.split() for line in lines[5:]]
    assert sum(int(size) for _, size, _ in quarters) == 71
    assert sum(int(hits) for _, _, hits in quarters) == 48
