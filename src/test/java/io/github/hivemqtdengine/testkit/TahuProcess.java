// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * Edge node E of group G with the device "press", which publishes with Eclipse Tahu's client for edge nodes in a process
 * of its own, so that it can be killed. It ends with the process that has started it.
 */
public final class TahuProcess implements AutoCloseable {

    private final Process process;

    private TahuProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts the node; it connects by itself, as often as it has to.
     *
     * @param folder of the file that takes what it prints
     * @param bdSeq number of its first session
     * @param first time in its first message; each later message is a second later
     */
    public static TahuProcess start(Path folder, int mqttPort, long bdSeq, Instant first) throws IOException {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                TahuEdgeNode.class.getName(),
                Integer.toString(mqttPort),
                Long.toString(bdSeq),
                Long.toString(first.toEpochMilli()));
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("tahu.txt").toFile()))
                .start();
        return new TahuProcess(process);
    }

    /** Publishes an NDATA with the metric "volts". */
    public void publishVolts(float value) throws IOException {
        order("NDATA " + value);
    }

    /** Publishes a DDATA with the metric "temp" of the device. */
    public void publishTemp(double value) throws IOException {
        order("DDATA " + value);
    }

    private void order(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Ends it as {@code kill -9} does, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
