package io.github.hivemqtdengine.loadtest.stack.process;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Lifecycle of a {@link ChildJvm} inside the child. */
public final class ChildMain {

    private ChildMain() {}

    /** Starts a server, reports its answer, and ends this JVM when the parent closes the pipe or dies. */
    public static void run(Callable<String> start) throws Exception {
        var parent = System.out;
        System.setOut(System.err); // libraries may print to standard output
        parent.println(ChildJvm.READY + start.call());
        parent.flush();
        awaitEnd();
        System.exit(0);
    }

    private static void awaitEnd() throws IOException {
        while (System.in.read() >= 0) {
            // the parent sends nothing
        }
    }
}
