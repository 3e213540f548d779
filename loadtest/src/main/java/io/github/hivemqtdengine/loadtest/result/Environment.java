// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import java.time.Instant;

/**
 * Machine and software of a run.
 *
 * @param started start of the run
 * @param command command line that repeats it
 * @param processor name of the processor
 * @param cores cores visible to this JVM
 * @param memoryMb the machine's memory
 * @param system operating system
 * @param java JVM of loader and broker
 * @param load load average at the start: metrics of a busy machine are unreliable
 * @param loader version of this suite and its MQTT client, or of mqttloader
 * @param extension version of the extension
 * @param broker broker and its version
 * @param database database and its version
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
