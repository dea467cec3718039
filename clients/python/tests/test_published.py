"""Checks what users install."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from market_stats import MarketStats

ROOT = Path(__file__).parent.parent


def test_the_wheel_holds_the_typed_package_and_nothing_else(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name == "market_stats_client-0.1.0-py3-none-any.whl"
    assert {"market_stats/__init__.py", "market_stats/py.typed"} <= set(names)
    assert not [name for name in names if not name.startswith(("market_stats/", "market_stats_client-0.1.0.dist-info/"))]


@pytest.mark.parametrize("module", ["pyarrow.ipc", "pandas"])
def test_a_missing_package_is_named_with_how_to_install_it(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf"{module} is not installed: pip install 'market-stats-client\[pandas\]'"):
        MarketStats("http://127.0.0.1:1").frame("/stats/gap")
