// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Another process that has a spool open, as a broker that takes long to end does. Closing ends it. */
public final class SpoolHolder implements AutoCloseable {

    private final Process process;

    private SpoolHolder(Process process) {
        this.process = process;
    }

    /**
     * Starts the process and returns when it has the spool.
     *
     * @param spool created if need be
     */
    public static SpoolHolder hold(Path spool) throws IOException {
        Files.createDirectories(spool);
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SpoolHolder.class.getName(),
                        spool.resolve("lock").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.getInputStream().read() < 0) {
            throw new IOException("The process that was to hold " + spool + " ended");
        }
        return new SpoolHolder(process);
    }

    /** The process: holds the file until its input ends, which it does with the process that has started it. */
    public static void main(String[] arguments) throws IOException {
        try (var file = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
            System.out.write('x');
            System.out.flush();
            while (System.in.read() >= 0) {
                // until the parent process ends it
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
