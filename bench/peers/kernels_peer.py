"""P4's peer: ORB and GAP over regular hours by NumPy. Prints the figures and the processor time of one pass."""

import json
import sys
import time
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import numpy as np

NEW_YORK = ZoneInfo("America/New_York")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def sessions(columns):
    minute = columns[0].astype(np.int64)
    days, inverse = np.unique(minute // 1440, return_inverse=True)
    noons = [EPOCH + timedelta(days=int(day), hours=15) for day in days]
    offsets = np.array([int(noon.astimezone(NEW_YORK).utcoffset().total_seconds()) // 60 for noon in noons])
    local = minute + offsets[inverse]
    clock = local % 1440
    regular = (clock >= 570) & (clock < 960)
    date, clock = local[regular] // 1440, clock[regular]
    start = np.flatnonzero(np.r_[True, date[1:] != date[:-1]])
    length = np.diff(np.r_[start, len(date)])
    return date[start], clock, start, length, *(column[regular] for column in columns[1:5])


def orb(columns, minutes=5):
    _, clock, start, length, opens, high, low, close = sessions(columns)
    in_range = clock < 570 + minutes
    top = np.maximum.reduceat(np.where(in_range, high, -np.inf), start)
    bottom = np.minimum.reduceat(np.where(in_range, low, np.inf), start)
    after = ~in_range
    up_at = np.minimum.reduceat(np.where(after & (high > np.repeat(top, length)), clock, 9999), start)
    down_at = np.minimum.reduceat(np.where(after & (low < np.repeat(bottom, length)), clock, 9999), start)
    highest = np.maximum.reduceat(np.where(after, high, -np.inf), start)
    last = close[start + length - 1]
    up, down = up_at < down_at, down_at < up_at
    return {
        "total_days": len(start),
        "high_breaks": int((up_at < 9999).sum()),
        "low_breaks": int((down_at < 9999).sum()),
        "both_breaks": int(((up_at < 9999) & (down_at < 9999)).sum()),
        "count_up": int(up.sum()),
        "count_down": int(down.sum()),
        "continuation_rate_pct_up": 100 * (last > top)[up].mean(),
        "continuation_rate_pct_down": 100 * (last < bottom)[down].mean(),
        "avg_breakout_size_pct_up": ((highest - top) / top * 100)[up].mean(),
        "avg_minutes_to_breakout_up": (up_at - 570)[up].mean(),
        "avg_or_range_pct": ((top - bottom) / opens[start] * 100).mean(),
    }


def gap(columns):
    date, clock, start, length, opens, high, low, _ = sessions(columns)
    session_high, session_low = np.maximum.reduceat(high, start), np.minimum.reduceat(low, start)
    first, before_high, before_low = opens[start][1:], session_high[:-1], session_low[:-1]
    is_gap = (np.diff(date) <= 7) & ((first > before_high) | (first < before_low))
    up = first > before_high
    level = np.where(up, before_high, before_low)
    size = np.abs(first - level)
    levels, is_up = np.repeat(np.r_[np.nan, level], length), np.repeat(np.r_[False, up], length)
    reached = np.where(is_up, low <= levels, high >= levels)
    fill_at = np.minimum.reduceat(np.where(reached, clock, 9999), start)[1:]
    filled = is_gap & (fill_at < 9999)
    depth = np.where(up, first - session_low[1:], session_high[1:] - first)
    return {
        "total_gaps": int(is_gap.sum()),
        "filled_gaps": int(filled.sum()),
        "fill_rate": 100 * filled.sum() / is_gap.sum(),
        "avg_gap_size": size[is_gap].mean(),
        "avg_gap_pct": (size / level * 100)[is_gap].mean(),
        "avg_fill_time_seconds": ((fill_at - clock[start][1:]) * 60)[filled].mean(),
        "avg_partial_fill_pct": (np.minimum(1, depth[is_gap] / size[is_gap]) * 100).mean(),
    }


columns = np.fromfile(sys.argv[1]).reshape(6, -1)
kernel = {"orb": orb, "gap": gap}[sys.argv[2]]
kernel(columns)
began = time.process_time()
figures = kernel(columns)
print(json.dumps({"cpu": (time.process_time() - began) * 1000, "figures": figures}, default=float))
