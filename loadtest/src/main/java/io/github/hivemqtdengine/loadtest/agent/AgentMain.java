// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

/** Agent, which its commander has started by ssh or on the same machine. It ends with its standard input. */
public final class AgentMain {

    private AgentMain() {}

    /** Serves the commander at the other end of the standard streams, and ends the process. */
    @SuppressWarnings("CatchAndPrintStackTrace") // the commander shows it
    public static void main(String[] arguments) {
        try {
            serve();
            System.exit(0); // also if a thread of a library continues
        } catch (Error | RuntimeException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    /** Serves the commander at the other end of the standard streams. */
    public static void serve() {
        var stream = new MessageStream(System.in, System.out);
        System.setOut(System.err); // libraries may print to standard output
        new AgentSession(stream).serve(Versions.read().suite());
    }
}
