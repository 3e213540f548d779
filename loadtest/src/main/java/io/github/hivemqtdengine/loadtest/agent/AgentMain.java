// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.runner.Versions;
import java.io.IOException;

/** Agent that its commander has started, by ssh or on the same machine. It ends with its standard input. */
public final class AgentMain {

    private AgentMain() {}

    /** Serves the commander at the other end of the standard streams, and ends the process. */
    public static void main(String[] arguments) throws IOException {
        serve();
        System.exit(0); // also if a thread of a library continues
    }

    /** Serves the commander at the other end of the standard streams. */
    public static void serve() throws IOException {
        var answers = System.out;
        System.setOut(System.err); // libraries may print to standard output
        AgentServer.serve(Versions.read().suite(), System.in, answers);
    }
}
