package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;

/** Main class of a child process with a share of the crowd. Reads commands line by line, and ends with its parent. */
public final class LoaderMain {

    static final String CONNECTED = "connected";
    static final String BEGIN = "begin";
    static final String END = "end";
    static final String OUTCOME = "outcome ";

    private LoaderMain() {}

    /** Reads the task from standard input. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var parent = System.out;
        System.setOut(System.err); // libraries may print to standard output
        var lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var task = lines.readLine();
        if (task != null) {
            run(CrowdTask.JSON.readValue(task, CrowdTask.class), lines, parent);
        }
        System.exit(0);
    }

    private static void run(CrowdTask task, BufferedReader lines, PrintStream parent)
            throws IOException, InterruptedException {
        try (var loop = new Loop("crowd")) {
            var crowd = new Crowd(task.broker(), loop, task.share(), new Failures());
            var unused = crowd.connect().whenComplete((done, error) -> say(parent, CONNECTED));
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals(BEGIN)) {
                    crowd.begin();
                } else if (line.equals(END)) {
                    say(parent, OUTCOME + CrowdTask.JSON.writeValueAsString(Await.result(crowd.end())));
                }
            }
        }
    }

    private static void say(PrintStream parent, String line) {
        parent.println(line);
        parent.flush();
    }
}
