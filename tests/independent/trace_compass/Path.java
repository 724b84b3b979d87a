/* SPDX-License-Identifier: MIT */
/* Runs Trace Compass's critical path algorithm on a graph. Standard input has a line for each
 * "A worker time": a worker's first vertex; "H worker time state": its next vertex, and the state until
 * then; "V worker time worker time": a link between two vertices; "R worker time": the start. Prints
 * the edges of the path: worker, begin, end, state. */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.eclipse.tracecompass.analysis.graph.core.base.IGraphWorker;
import org.eclipse.tracecompass.analysis.graph.core.graph.ITmfEdge;
import org.eclipse.tracecompass.analysis.graph.core.graph.ITmfGraph;
import org.eclipse.tracecompass.analysis.graph.core.graph.ITmfVertex;
import org.eclipse.tracecompass.internal.analysis.graph.core.criticalpath.OSCriticalPathAlgorithm;
import org.eclipse.tracecompass.internal.analysis.graph.core.graph.legacy.OSEdgeContextState;
import org.eclipse.tracecompass.internal.analysis.graph.core.graph.legacy.OSEdgeContextState.OSEdgeContextEnum;
import org.eclipse.tracecompass.internal.analysis.graph.core.graph.legacy.TmfGraphLegacyWrapper;

public class Path {
	record Worker(String name) implements IGraphWorker {
		@Override
		public String getHostId() {
			return "host";
		}
	}

	static final Map<String, Worker> workers = new HashMap<>();
	static final Map<String, ITmfVertex> vertices = new HashMap<>();

	static ITmfVertex make(ITmfGraph graph, String[] words) {
		Worker worker = workers.computeIfAbsent(words[1], Worker::new);
		ITmfVertex vertex = graph.createVertex(worker, Long.parseLong(words[2]));

		vertices.put(words[1] + " " + words[2], vertex);
		return vertex;
	}

	static OSEdgeContextState state(String name) {
		return new OSEdgeContextState(OSEdgeContextEnum.valueOf(name));
	}

	static void print(ITmfGraph path) {
		for (IGraphWorker worker : path.getWorkers()) {
			Iterator<ITmfVertex> nodes = path.getNodesOf(worker);

			while (nodes.hasNext()) {
				ITmfEdge edge = path.getEdgeFrom(nodes.next(),
					ITmfGraph.EdgeDirection.OUTGOING_HORIZONTAL_EDGE);

				if (edge != null)
					System.out.println(((Worker)worker).name() + " " +
						edge.getVertexFrom().getTimestamp() + " " +
						edge.getVertexTo().getTimestamp() + " " +
						edge.getEdgeContextState().getContextEnum());
			}
		}
	}

	public static void main(String[] arguments) throws Exception {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
		ITmfGraph graph = new TmfGraphLegacyWrapper();
		ITmfVertex start = null;

		for (String line = input.readLine(); line != null; line = input.readLine()) {
			String[] words = line.split(" ");

			switch (words[0]) {
			case "A" -> graph.add(make(graph, words));
			case "H" -> graph.append(make(graph, words), state(words[3]));
			case "V" -> graph.edgeVertical(vertices.get(words[1] + " " + words[2]),
				vertices.get(words[3] + " " + words[4]), state("DEFAULT"), null);
			default -> start = vertices.get(words[1] + " " + words[2]);
			}
		}
		print(new OSCriticalPathAlgorithm(graph).computeCriticalPath(
			new TmfGraphLegacyWrapper(), start, null));
	}
}
