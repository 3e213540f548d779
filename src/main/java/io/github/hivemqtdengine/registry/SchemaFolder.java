// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hivemqtdengine.decode.SchemaLookup.Reference;
import io.github.hivemqtdengine.decode.SchemaLookup.RegisteredSchema;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.message.Sha256;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schemas of one registry on disk, one file each, which a start uses while the registry is down. A file has the URL of
 * its registry, because another registry has other schemas under the same numbers. Thread-safe.
 */
final class SchemaFolder {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaFolder.class);

    /** Bytes of all files; further schemas are not written. */
    static final long MAX_BYTES = 64L << 20;

    private static final long UNKNOWN = -1;
    private static final String SUFFIX = ".json";
    private static final String DIGEST = "sha256";
    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;
    private final RegistrySettings registry;
    private final long maxBytes;
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofMinutes(1));

    /** Schemas whose file is damaged or of another registry, so that not each message reads it during an outage. */
    private final Set<SchemaId> unusable = ConcurrentHashMap.newKeySet();

    private long bytes = UNKNOWN;

    SchemaFolder(Path folder, RegistrySettings registry, long maxBytes) {
        this.folder = folder;
        this.registry = registry;
        this.maxBytes = maxBytes;
    }

    /** Returns a schema, {@code null} if there is no usable file. */
    @Nullable
    RegisteredSchema read(SchemaId id) {
        var file = file(id);
        if (unusable.contains(id) || !Files.isRegularFile(file)) {
            return null;
        }
        try {
            var entry = JSON.readTree(Files.readAllBytes(file));
            var schema = schema(entry);
            if (!entry.path(DIGEST).asText().equals(digest(entry.path("url").asText(), schema))) {
                throw new IOException("its " + DIGEST + " does not match");
            }
            if (entry.path("url").asText().equals(registry.url())) {
                return schema;
            }
        } catch (JsonProcessingException e) {
            reportDamage(file, "it is not JSON");
        } catch (IOException e) {
            reportDamage(file, String.valueOf(e.getMessage()));
        }
        unusable.add(id);
        return null;
    }

    private void reportDamage(Path file, String reason) {
        if (warnings.tryAcquire()) {
            LOG.warn(
                    "Schema registry \"{}\": file \"{}\" is damaged ({}); the schema is looked up again",
                    registry.id(),
                    file,
                    reason);
        }
    }

    /** Writes a schema, so that a crash leaves a whole file or none. */
    synchronized void write(SchemaId id, RegisteredSchema schema) {
        var begun = folder.resolve(id + ".tmp");
        try {
            PrivateFiles.createFolders(folder);
            var content = JSON.writeValueAsBytes(entry(schema));
            if (bytes == UNKNOWN) {
                bytes = bytesInFolder();
            }
            var file = file(id);
            long more = content.length - (Files.exists(file) ? Files.size(file) : 0);
            if (bytes + more > maxBytes) {
                throw new IOException("the folder has its " + (maxBytes >> 20) + " MiB; delete files to make room");
            }
            PrivateFiles.write(begun, content);
            Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            bytes += more;
            unusable.remove(id);
        } catch (IOException | DirectoryIteratorException e) {
            delete(begun);
            if (warnings.tryAcquire()) {
                LOG.warn(
                        "Schema registry \"{}\": schema {} cannot be kept in \"{}\" ({}); after a restart it is looked"
                                + " up again",
                        registry.id(),
                        id,
                        folder,
                        String.valueOf(e));
            }
        }
    }

    /** Deletes an unfinished file, which would take the last room of a full disk. */
    private static void delete(Path begun) {
        try {
            Files.deleteIfExists(begun);
        } catch (IOException e) {
            // the next look-up of the schema overwrites it
        }
    }

    private Path file(SchemaId id) {
        return folder.resolve(id + SUFFIX);
    }

    private long bytesInFolder() throws IOException {
        long sum = 0;
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                sum += Files.size(file);
            }
        }
        return sum;
    }

    private ObjectNode entry(RegisteredSchema schema) {
        var entry = JSON.createObjectNode()
                .put("url", registry.url())
                .put("type", schema.type())
                .put("schema", schema.text())
                .put(DIGEST, digest(registry.url(), schema));
        var references = entry.putArray("references");
        schema.references()
                .forEach(reference ->
                        references.addObject().put("name", reference.name()).put("schema", reference.text()));
        return entry;
    }

    private static RegisteredSchema schema(JsonNode entry) {
        var references = new ArrayList<Reference>();
        for (var reference : entry.path("references")) {
            references.add(new Reference(
                    reference.path("name").asText(), reference.path("schema").asText()));
        }
        return new RegisteredSchema(
                entry.path("type").asText(), entry.path("schema").asText(), references);
    }

    /** Returns a hash of all texts, each with its length. */
    private static String digest(String url, RegisteredSchema schema) {
        var texts = new ArrayList<>(List.of(url, schema.type(), schema.text()));
        schema.references().forEach(reference -> texts.addAll(List.of(reference.name(), reference.text())));
        var digest = Sha256.newDigest();
        for (var text : texts) {
            digest.update((text.length() + ":" + text).getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
