package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.util.concurrent.Callable;

/** The life of a {@link ChildJvm} from within. */
final class ChildMain {

    private ChildMain() {}

    /** Starts something, says what it answers, and ends this JVM when the parent is gone or wants it to. */
    static void run(Callable<String> start) throws Exception {
        var parent = System.out;
        System.setOut(System.err); // libraries print what they like
        parent.println(ChildJvm.READY + start.call());
        parent.flush();
        awaitEnd();
        System.exit(0);
    }

    private static void awaitEnd() throws IOException {
        while (System.in.read() >= 0) {
            // the parent sends nothing; it only closes
        }
    }
}
