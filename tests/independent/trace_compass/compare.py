#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run Trace Compass's own critical path algorithm on the threads of a trace, without Eclipse, and
compare it with the rule `bounded` of ../critical_path.py, which must give the same path. The graph is
made of that program's timelines; the algorithm and its graph are compiled from a source tree of Trace
Compass. Needs a JDK of version 17 or later, and Guava.

usage: compare.py TRACECOMPASS TRACE PATH; the first is a git repository with Trace Compass's sources;
the others are as for critical_path.py
"""
import bisect
import collections
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import critical_path                                                     # noqa: E402

GUAVA = '/usr/share/java/guava.jar'
PROJECT = 'analysis/org.eclipse.tracecompass.analysis.graph.core/src'
GRAPH = 'org/eclipse/tracecompass/analysis/graph/core'
INTERNAL = 'org/eclipse/tracecompass/internal/analysis/graph/core'
SOURCES = (
    [f'{GRAPH}/base/{name}' for name in ('CycleDetectedException', 'IGraphWorker')] +
    [f'{GRAPH}/criticalpath/{name}' for name in ('CriticalPathAlgorithmException', 'ICriticalPathAlgorithm')] +
    [f'{GRAPH}/graph/{name}' for name in ('ITmfEdge', 'ITmfEdgeContextState', 'ITmfGraph', 'ITmfGraphVisitor',
                                          'ITmfVertex', 'TmfEdgeState')] +
    [f'{INTERNAL}/base/{name}' for name in ('ITmfGraphVisitor', 'Messages', 'TmfEdge', 'TmfGraph',
                                            'TmfGraphVisitor', 'TmfVertex')] +
    [f'{INTERNAL}/criticalpath/{name}' for name in ('AbstractCriticalPathAlgorithm',
                                                    'CriticalPathAlgorithmBounded', 'OSCriticalPathAlgorithm')] +
    [f'{INTERNAL}/graph/legacy/{name}' for name in ('OSEdgeContextState', 'TmfEdgeLegacyWrapper',
                                                    'TmfGraphLegacyWrapper', 'TmfVertexLegacyWrapper')])
# The few names of Eclipse that these sources use.
STUBS = {
    'org.eclipse.jdt.annotation.NonNull': '@java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE) '
                                          'public @interface NonNull {}',
    'org.eclipse.jdt.annotation.Nullable': '@java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE) '
                                           'public @interface Nullable {}',
    'org.eclipse.osgi.util.NLS': 'public class NLS { public static void initializeMessages(String name, '
                                 'Class<?> of) {} }',
    'org.eclipse.tracecompass.common.core.NonNullUtils':
        'public class NonNullUtils { public static <T> T checkNotNull(T it) { '
        'return java.util.Objects.requireNonNull(it); } '
        'public static String nullToEmptyString(Object it) { return java.util.Objects.toString(it, ""); } }',
    'org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp':
        'public interface ITmfTimestamp { long toNanos(); long getValue(); }',
    'org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp':
        'public record TmfTimestamp(long value) implements ITmfTimestamp { public long toNanos() { return value; } '
        'public long getValue() { return value; } '
        'public static ITmfTimestamp fromNanos(long ns) { return new TmfTimestamp(ns); } }',
    'org.eclipse.tracecompass.tmf.core.dataprovider.X11ColorUtils':
        'public class X11ColorUtils { public static String toHexColor(String name) { return name; } '
        'public static String toHexColor(int red, int green, int blue) { return ""; } }',
    'org.eclipse.tracecompass.tmf.core.model.StyleProperties':
        'public class StyleProperties { public static final String BACKGROUND_COLOR = "a", HEIGHT = "b", '
        'OPACITY = "c", STYLE_NAME = "d", STYLE_GROUP = "e", WIDTH = "f", SYMBOL_TYPE = "g", COLOR = "h"; }',
}
STATES = {'run': 'RUNNING', 'ready': 'PREEMPTED', 'wait': 'BLOCKED'}
NEVER = 2 ** 62


def compile_into(directory, repository):
    files = [HERE / 'Path.java']
    for name in SOURCES:
        file = directory / f'{name}.java'
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(subprocess.run(['git', '-C', repository, 'show', f'HEAD:{PROJECT}/{name}.java'],
                                        check=True, capture_output=True).stdout)
        files.append(file)
    for name, text in STUBS.items():
        file = directory / (name.replace('.', '/') + '.java')
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'package {name.rpartition(".")[0]};\n{text}\n')
        files.append(file)
    subprocess.run(['javac', '-nowarn', '-cp', GUAVA, '-d', directory, *files], check=True)


def is_linked(segment):
    return segment.state == 'wait' and segment.waker is not None and segment.end < NEVER


def graph_of(trace, root):
    """A line for each vertex and link. A wait without a waker stays on the path, as one for a timer."""
    numbers = {id(thread): number for number, thread in enumerate(trace.all)}
    cuts, links, lines = collections.defaultdict(set), [], []
    for thread in trace.all:
        for segment in filter(is_linked, thread.segments):
            cuts[id(segment.waker)].add(segment.end)
            links.append((numbers[id(segment.waker)], segment.end, numbers[id(thread)], segment.end))
        if thread.parent is not None and thread.begins:
            cuts[id(thread.parent)].add(thread.born)
            links.append((numbers[id(thread.parent)], thread.born, numbers[id(thread)], thread.begins[0]))
    cuts[id(root)].add(trace.begin)
    for thread in trace.all:
        number, times = numbers[id(thread)], sorted(cuts[id(thread)])
        lines += [f'A {number} {begin}' for begin in thread.begins[:1]]
        for segment in thread.segments:
            end = min(segment.end, NEVER)
            if segment.state == 'end' or end <= segment.begin:
                continue
            state = STATES[segment.state] if segment.state != 'wait' or is_linked(segment) else 'TIMER'
            inner = times[bisect.bisect_right(times, segment.begin):bisect.bisect_left(times, end)]
            lines += [f'H {number} {time} {state}' for time in inner + [end]]
    lines += ['V %d %d %d %d' % link for link in links]
    return '\n'.join(lines + [f'R {numbers[id(root)]} {trace.begin}', ''])


def main():
    repository, text, path = sys.argv[1:]
    begin, end, ours, _ = critical_path.ours_of(path)
    trace = critical_path.Trace(text, ours[0][2], begin, end)
    root = trace.find(ours[0][2], begin + critical_path.RESOLUTION_NS)
    sys.setrecursionlimit(100000)
    mine = critical_path.numbered(critical_path.bounded(trace, root))
    with tempfile.TemporaryDirectory() as directory:
        compile_into(pathlib.Path(directory), repository)
        output = subprocess.run(['java', '-Xss512m', '-cp', f'{directory}:{GUAVA}', 'Path'], text=True,
                                input=graph_of(trace, root), check=True, stdout=subprocess.PIPE).stdout
    theirs = []
    for line in output.splitlines():
        number, first, last, state = line.split()
        thread = trace.all[int(number)]
        theirs.append((int(first), min(int(last), end), thread.tid,
                       {'RUNNING': 'run', 'PREEMPTED': 'ready'}.get(state, 'wait'), thread))
    theirs = sorted((piece for piece in theirs if piece[0] < end), key=lambda piece: piece[:2])
    different = list(critical_path.apart(mine, theirs))
    for first, last, one, two in different:
        print(f'{first} to {last} ({last - first} ns): {one and one[:4]} and {two and two[:4]}')
    print(f'{end - begin} ns, {len(theirs)} edges by Trace Compass; '
          f'{sum(piece[1] - piece[0] for piece in different)} ns differ')
    sys.exit(bool(different))


if __name__ == '__main__':
    main()
