package io.github.hivemqtdengine.loadtest.result;

import java.time.Instant;

/**
 * Where figures were taken.
 *
 * @param started when the run began
 * @param command how to run it again
 * @param processor the processor's name
 * @param cores the cores that this JVM sees
 * @param memoryMb the machine's memory
 * @param system the operating system
 * @param java the JVM of loader and broker
 * @param load the load average when the run began: figures of a busy machine say little
 * @param loader the version of this suite and its MQTT client, or of mqttloader
 * @param extension the version of the extension
 * @param broker the broker and its version
 * @param database the database and its version
 */
public record Environment(
        Instant started,
        String command,
        String processor,
        int cores,
        long memoryMb,
        String system,
        String java,
        String load,
        String loader,
        String extension,
        String broker,
        String database) {}
