"""Twins of grouped chains, X-Cycles and the wings among chains: nodes are sets of cells with a digit."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

from .naive import Candidate, Position
from .naive_chains import follow_false

Node = tuple[frozenset[int], int]
"""(cells, digit): one of the cells holds the digit."""


class Net(NamedTuple):
    """All nodes of a position and their strong links."""

    nodes: list[Node]
    strong: dict[Node, set[Node]]


def net(p: Position, cells: bool) -> Net:
    """Candidates and groups as nodes; ``cells``: also links between the digits of a cell."""
    nodes: dict[Node, None] = {(frozenset({c}), x): None for c, cand in p.cand.items() for x in cand}
    for (_, one), (_, two) in combinations(p.groups, 2):
        if len(one) == p.digits or len(two) == p.digits:
            for x in range(p.digits):
                places = frozenset(p.places(set(one) & set(two), x))
                if len(places) >= 2:
                    nodes[places, x] = None
    strong: dict[Node, set[Node]] = {v: set() for v in nodes}
    for v in nodes:
        for _, house in p.houses:
            rest = (frozenset(p.places(house, v[1])) - v[0], v[1])
            if v[0] <= set(house) and rest in nodes:
                strong[v].add(rest)
        (c, *more) = v[0]
        if cells and not more and len(p.cand[c]) == 2:
            strong[v] |= {(v[0], y) for y in p.cand[c] - {v[1]}}
    return Net(list(nodes), strong)


def excludes(p: Position, v: Node, t: Node) -> bool:
    """Whether two nodes cannot both be true, by one group or one cell."""
    if v[1] == t[1]:
        return all(t[0] <= p.peers[c] for c in v[0])
    return v[0] == t[0] and len(v[0]) == 1


def follow(p: Position, graph: Net, start: Node, cells: bool) -> dict[Node, int]:
    """Nodes that are true if ``start`` is false -> links away."""
    true: dict[Node, int] = {}
    false, ring, away = {start}, {start}, 1
    while ring:
        fresh = {t for z in ring for t in graph.strong[z]} - true.keys()
        true |= dict.fromkeys(fresh, away)
        linked = {z for z in graph.nodes if graph.strong[z]} - false
        ring = {z for z in linked if any(excludes(p, t, z) and (cells or t[1] == z[1]) for t in fresh)}
        false |= ring
        away += 2
    return true


def removed(p: Position, v: Node, t: Node) -> set[Candidate]:
    """Candidates that exclude both nodes."""
    every = [(frozenset({c}), x) for c, cand in p.cand.items() for x in cand]
    return {(min(z[0]), z[1]) for z in every if excludes(p, z, v) and excludes(p, z, t)}


def crossed(p: Position, v: Node, t: Node) -> set[Candidate]:
    """Of two nodes of different digits: a single one's cell loses the other's digit where it sees all of that."""
    gone: set[Candidate] = set()
    for one, two in ((v, t), (t, v)):
        if len(one[0]) == 1 and v[1] != t[1]:
            (c,) = one[0]
            if p.has(c, two[1]) and two[0] <= p.peers[c]:
                gone.add((c, two[1]))
    return gone


def chain_conclusions(p: Position, cells: bool) -> set[frozenset[Candidate]]:
    """What chains of three links or more prove, with groups or without."""
    graph = net(p, cells)
    found: set[frozenset[Candidate]] = set()
    for v in graph.nodes:
        for t, away in follow(p, graph, v, cells).items():
            if away >= 3 and v != t:
                if v[1] != t[1]:
                    found.add(frozenset(crossed(p, v, t)) if cells else frozenset())
                elif not cells or not excludes(p, v, t):
                    found.add(frozenset(removed(p, v, t)))
    return found - {frozenset()}


def self_proving(p: Position) -> set[Node]:
    """Nodes that are true if they are false."""
    graph = net(p, True)
    return {v for v in graph.nodes if v in follow(p, graph, v, True)}


def ring_explains(p: Position, nodes: list[Node], gone: frozenset[Candidate]) -> bool:
    """Whether the nodes, in this order, are a loop of strong and weak links that proves ``gone``."""
    graph = net(p, True)
    strong = all(nodes[k + 1] in graph.strong[nodes[k]] for k in range(0, len(nodes), 2))
    pairs = [(nodes[k], nodes[(k + 1) % len(nodes)]) for k in range(1, len(nodes), 2)]
    proved = {e for v, t in pairs for e in removed(p, v, t)}
    return strong and all(excludes(p, v, t) for v, t in pairs) and gone == proved


def digit_self_proving(p: Position) -> set[Candidate]:
    """Candidates that are true if they are false, by links of their digit alone."""
    starts = [(c, x) for c, cand in p.cand.items() for x in cand]
    return {z for z in starts if z in follow_false(p, z, True, False)}


def wing_name(p: Position, chain: list[Candidate]) -> str:
    """The name of a chain of candidates that are joined by strong and weak links in turn."""
    if len(chain) != 6:
        return "AIC"
    for way in (chain, chain[::-1]):
        links = list(pairwise(way))
        if any(a[0] != c[0] and a[1] != c[1] for a, c in links):
            return "AIC"
        turns = "".join("c" if a[0] == c[0] else "d" for a, c in links)
        alike = way[0][1] == way[-1][1]
        if turns == "cddcd":
            return "M-Wing" if alike else "H-Wing"
        if turns == "ddcdd":
            return "S-Wing"
        if turns == "dddcd" or (turns == "dcdcd" and not alike):
            return "L-Wing"
        if turns == "ddcdc" and not alike:
            return "H-Wing"
    return "AIC"
