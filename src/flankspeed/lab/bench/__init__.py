"""The benchmark: what play and simulation cost, beside others in the same run."""

from flankspeed.lab.bench.measuring import Row, beside, compare
from flankspeed.lab.bench.of_games import bench, decisions
from flankspeed.lab.bench.peers import peer_decisions

__all__ = ["Row", "bench", "beside", "compare", "decisions", "peer_decisions"]
