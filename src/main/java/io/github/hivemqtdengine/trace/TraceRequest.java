// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.trace;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.status.StatusNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Request for a trace: a file that the command line writes, and that a running extension looks for.
 *
 * @param id name of the trace's file: hexadecimal digits
 * @param client the client identifier, {@code null} for every client
 * @param topic the filter of the topics, {@code null} for every topic
 * @param until the end of the trace
 */
public record TraceRequest(
        String id, @Nullable String client, @Nullable TopicFilter topic, Instant until) {

    /** Longest trace. */
    public static final Duration MAX_TIME = Duration.ofHours(1);

    static final String LINES = ".jsonl";

    private static final String FOLDER = "trace";
    private static final String FILE = "request.json";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{1,16}");

    /** Client identifier and topic filter have at most 65,535 bytes each, which JSON may write with six bytes each. */
    private static final int MAX_BYTES = 1 << 20;

    /** @throws IllegalArgumentException if the id is not that of a request, or there is neither client nor topic */
    public TraceRequest {
        if (!ID.matcher(id).matches() || (client == null && topic == null)) {
            throw new IllegalArgumentException("it has no id, or neither a client nor a topic");
        }
    }

    /** Returns a request with a new id. */
    public static TraceRequest of(@Nullable String client, @Nullable TopicFilter topic, Instant until) {
        return new TraceRequest(Long.toHexString(ThreadLocalRandom.current().nextLong()), client, topic, until);
    }

    /** Returns whether the trace is for messages of this client and topic. */
    boolean matches(String clientId, String topicName) {
        return (client == null || client.equals(clientId)) && (topic == null || topic.matches(topicName));
    }

    /** Returns the file of a request in the extension's data folder. */
    public static Path file(Path dataFolder) {
        return dataFolder.resolve(FOLDER).resolve(FILE);
    }

    /** Returns the file of this trace's lines in the extension's data folder. */
    public Path lines(Path dataFolder) {
        return dataFolder.resolve(FOLDER).resolve(id + LINES);
    }

    /**
     * Reads the request in the extension's data folder, if there is one.
     *
     * @throws IOException if it is damaged, a link, or can't be read
     */
    public static Optional<TraceRequest> read(Path dataFolder) throws IOException {
        var file = file(dataFolder);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        checkFolder(dataFolder.resolve(FOLDER));
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_BYTES) {
            throw new IOException("it is not a regular file of at most 1 MiB");
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(of(StatusNode.read(in.readNBytes(MAX_BYTES))));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // withdrawn meanwhile
        } catch (DecodeException | IllegalArgumentException | DateTimeException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static TraceRequest of(StatusNode node) {
        return new TraceRequest(
                node.text("id"),
                node.has("client") ? node.text("client") : null,
                node.has("topic") ? TopicFilter.parse(node.text("topic")) : null,
                Instant.parse(node.text("until")));
    }

    private static void checkFolder(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            throw new IOException("\"" + folder + "\" is a link; make it a folder");
        }
    }

    /** Writes the request into the extension's data folder, in place of an earlier one. */
    public void write(Path dataFolder) throws IOException {
        var folder = dataFolder.resolve(FOLDER);
        checkFolder(folder);
        PrivateFiles.createFolders(folder);
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", id);
        json.put("client", client);
        json.put("topic", topic == null ? null : topic.text());
        json.put("until", until);
        var draft = folder.resolve("." + FILE);
        PrivateFiles.write(draft, JsonTree.utf8(json));
        Files.move(draft, file(dataFolder), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes the request, unless another one has taken its place. */
    public void withdraw(Path dataFolder) throws IOException {
        var current = read(dataFolder);
        if (current.isPresent() && current.get().id.equals(id)) {
            Files.deleteIfExists(file(dataFolder));
        }
    }
}
