// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
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
        answerUntilEnd(parent);
        System.exit(0);
    }

    /** Answers each byte of the parent with the heap in use after a full collection. */
    private static void answerUntilEnd(PrintStream parent) throws IOException {
        var memory = ManagementFactory.getMemoryMXBean();
        while (System.in.read() >= 0) {
            memory.gc();
            parent.println(ChildJvm.HEAP + memory.getHeapMemoryUsage().getUsed());
            parent.flush();
        }
    }
}
