// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hivemqtdengine.decode.SchemaLookup.Reference;
import io.github.hivemqtdengine.decode.SchemaLookup.RegisteredSchema;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaType;
import io.github.hivemqtdengine.registry.RegistryException.Kind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Requests for one schema and the schemas that it refers to, until a deadline. For one thread and one schema. */
final class SchemaDownload {

    /** Characters of a schema with its references. */
    static final int MAX_SIZE = 1 << 20;

    private static final int MAX_REFERENCES = 64;
    private static final int MAX_DEPTH = 16;
    private static final String DESCRIPTOR = "?format=serialized";

    private final RegistryHttp http;
    private final long deadline;
    private final List<Reference> references = new ArrayList<>();
    private final Set<Link> seen = new HashSet<>();
    private String query = "";
    private long size;
    private boolean isAnswered;

    /** @param deadline in the time of {@link System#nanoTime} */
    SchemaDownload(RegistryHttp http, long deadline) {
        this.http = http;
        this.deadline = deadline;
    }

    /** Version of a subject that a schema refers to by a name. */
    private record Link(String name, String subject, int version) {}

    RegisteredSchema schema(SchemaId id) throws RegistryException {
        var path = (id.isGuid() ? "/schemas/guids/" : "/schemas/ids/") + id;
        var schema = get(path);
        var type = schema.path("schemaType").asText(SchemaType.AVRO.name());
        if (type.equals(SchemaType.PROTOBUF.name())) {
            query = DESCRIPTOR; // only now: registries reject it for other types
        }
        addReferences(schema, 1);
        return new RegisteredSchema(type, text(query.isEmpty() ? schema : get(path + query)), references);
    }

    /** Makes a request. A registry that answers, but not all requests before the deadline, is not down. */
    private JsonNode get(String path) throws RegistryException {
        try {
            var answer = http.get(path, deadline - System.nanoTime());
            isAnswered = true;
            return answer;
        } catch (RegistryException e) {
            throw isAnswered && e.kind() == Kind.TIMEOUT ? new RegistryException(Kind.THIS_SCHEMA, e.predicate()) : e;
        }
    }

    private String text(JsonNode schema) throws RegistryException {
        var text = schema.path("schema");
        if (!text.isTextual()) {
            throw new RegistryException(Kind.REGISTRY, "answers without a schema, so its <url> may be wrong");
        }
        size += text.textValue().length();
        if (size > MAX_SIZE) {
            throw new RegistryException(Kind.THIS_SCHEMA, "has a schema that is too large");
        }
        return text.textValue();
    }

    private void addReferences(JsonNode schema, int depth) throws RegistryException {
        for (var reference : schema.path("references")) {
            var link = new Link(
                    reference.path("name").asText(),
                    reference.path("subject").asText(),
                    reference.path("version").asInt());
            if (seen.add(link)) {
                add(link, depth);
            }
        }
    }

    /** Adds a schema after those that it refers to. */
    private void add(Link link, int depth) throws RegistryException {
        if (seen.size() > MAX_REFERENCES || depth > MAX_DEPTH) {
            throw new RegistryException(
                    Kind.THIS_SCHEMA,
                    "has a schema with more than " + MAX_REFERENCES + " references or " + MAX_DEPTH
                            + " levels of them");
        }
        var subject = URLEncoder.encode(link.subject(), StandardCharsets.UTF_8).replace("+", "%20");
        var schema = get("/subjects/" + subject + "/versions/" + link.version() + query);
        addReferences(schema, depth + 1);
        references.add(new Reference(link.name(), text(schema)));
    }
}
