// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;

/** Program of {@code ./demo}: database, broker with the extension, simulated plant, one status line a second. */
public final class Demo {

    private final DemoOptions options;
    private final PrintStream out;
    private final CountDownLatch stop;

    private Demo(DemoOptions options, PrintStream out, CountDownLatch stop) {
        this.options = options;
        this.out = out;
        this.stop = stop;
    }

    /**
     * Runs the demo until Ctrl-C or the end of {@code --duration}.
     *
     * @param arguments see {@link DemoOptions}; the system property {@code extension.zip} names the packaged
     *     extension
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var stop = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndWait(stop, stopped)));
        int exitCode = 0;
        try {
            var options = DemoOptions.parse(arguments);
            if (options.help) {
                DemoOptions.printHelp(System.out);
            } else {
                new Demo(options, System.out, stop).run();
            }
        } catch (DemoException e) {
            System.err.println(e.getMessage());
            exitCode = 2;
        } finally {
            stopped.countDown();
        }
        System.exit(exitCode);
    }

    /** Handles Ctrl-C: the process must not end before the extension has drained. */
    private static void stopAndWait(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() throws IOException, InterruptedException {
        var folder = options.folder();
        var lock = lock(folder);
        keepTemporaryFilesIn(folder.resolve("tmp"));
        DemoLog.open(folder.resolve("hivemq.log"));
        int mqttPort = Ports.choose(options.mqttPort, 1883, "the MQTT broker", "--mqtt-port");
        try (lock;
                var database = DemoDatabase.open(options);
                var broker = new EmbeddedBroker(folder.resolve("broker"), zip())) {
            var configuration = new DemoConfiguration(
                    folder.resolve("config.xml"), broker.configurationFile(), database.settings());
            broker.start(mqttPort);
            if (!Figures.areThere(broker.metrics())) {
                throw new DemoException("The extension has not started, see above and in " + folder
                        + "/hivemq.log. If the mapping is wrong, correct " + configuration.file()
                        + ", or delete it to start with the original.");
            }
            new Introduction(options, broker, database, configuration).print(out);
            DemoConsole.start(broker.extensionFolder(), configuration.file());
            try (var rows = database.storedRows()) {
                new DemoRun(options, broker, configuration, rows, out).run(stop);
            }
        }
    }

    /** Locks the folder for this process until it ends. */
    private static FileChannel lock(Path folder) throws IOException {
        Files.createDirectories(folder);
        var file = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (file.tryLock() == null) {
            file.close();
            throw new DemoException(
                    "Another demo runs in " + folder + ". Stop it, or choose another folder with --dir.");
        }
        return file;
    }

    /** Sets the temporary folders of the JVM and of JNA, into which native libraries unpack themselves. */
    private static void keepTemporaryFilesIn(Path folder) throws IOException {
        Folders.delete(folder);
        Files.createDirectories(folder);
        System.setProperty("java.io.tmpdir", folder.toString());
        System.setProperty("jna.tmpdir", folder.toString());
    }

    private static Path zip() {
        var zip = System.getProperty("extension.zip");
        if (zip == null || !Files.exists(Path.of(zip))) {
            throw new DemoException("The packaged extension is missing; start the demo with ./demo, which builds it");
        }
        return Path.of(zip);
    }
}
