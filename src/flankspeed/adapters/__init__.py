"""Adapters: the games as environments of Gymnasium, PettingZoo and OpenSpiel.

Each is a module of its own, which needs the extra of its name. All are thin: what agents may do,
see and win is what the games tell, and comes to them through an `Arena`.
"""
