// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** Lifecycle of a {@link ChildJvm} inside the child. */
public final class ChildMain {

    private ChildMain() {}

    /** Starts a server, reports its answer, and ends this JVM when the parent closes the pipe or dies. */
    public static void run(Callable<String> start) throws Exception {
        System.setOut(System.err); // libraries may print to standard output
        try (var parent = new FileOutputStream(FileDescriptor.out)) {
            answer(parent, ChildJvm.READY + start.call());
            answerUntilEnd(parent);
        }
        System.exit(0);
    }

    /** Answers each byte of the parent with the heap in use after a full collection. */
    private static void answerUntilEnd(OutputStream parent) throws IOException {
        var memory = ManagementFactory.getMemoryMXBean();
        while (System.in.read() >= 0) {
            memory.gc();
            answer(parent, ChildJvm.HEAP + memory.getHeapMemoryUsage().getUsed());
        }
    }

    /** Writes a whole line in one call, because native code may have left half a line in the same pipe. */
    private static void answer(OutputStream parent, String line) throws IOException {
        parent.write(("\n" + line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
