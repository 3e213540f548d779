// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaType;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.RegistryStub;
import io.github.hivemqtdengine.testkit.RegistryStub.Referenced;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryClientTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @AutoClose
    private final RegistryStub stub = new RegistryStub();

    @TempDir
    Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private final TextParser avro = new TextParser(SchemaType.AVRO);
    private final TextParser protobuf = new TextParser(SchemaType.PROTOBUF);

    @Test
    void shouldLookUpASchemaOnce() throws Exception {
        stub.avro(17, "schema 17");
        var client = client();

        assertThat(client.find(SchemaId.of(17), avro)).isEqualTo("schema 17");
        assertThat(client.find(SchemaId.of(17), avro)).isEqualTo("schema 17");

        assertThat(stub.requests()).containsExactly("/schemas/ids/17");
        assertThat(avro.calls()).isEqualTo(1);
        assertThat(client.lookups()).isEqualTo(1);
        assertThat(client.cachedBytes()).isPositive();
    }

    @Test
    void shouldParseOnceForEachParser() throws Exception {
        stub.avro(17, "schema 17");
        var client = new RegistryClient(settings(stub.url()), folder(), nanos::get);
        var other = new TextParser(SchemaType.AVRO);

        client.find(SchemaId.of(17), avro);
        client.find(SchemaId.of(17), other);

        assertThat(stub.requests()).hasSize(1);
        assertThat(other.calls()).isEqualTo(1);
    }

    @Test
    void shouldLookUpReferencesBeforeWhatRefersToThem() throws Exception {
        stub.avro(1, "top", new Referenced("a", "sub a/1", 3), new Referenced("b", "b", 1));
        stub.put("/subjects/sub%20a%2F1/versions/3", null, "a", new Referenced("c", "c", 2));
        stub.put("/subjects/b/versions/1", null, "b", new Referenced("c", "c", 2));
        stub.put("/subjects/c/versions/2", null, "c");

        assertThat(client().find(SchemaId.of(1), avro)).isEqualTo("c a b top");
        assertThat(stub.requests()).hasSize(4);
    }

    @Test
    void shouldLookUpDescriptorsOfProtobuf() throws Exception {
        stub.protobuf("/schemas/ids/5", "TOP", new Referenced("unit.proto", "unit", 1));
        stub.protobuf("/subjects/unit/versions/1", "UNIT");

        assertThat(client().find(SchemaId.of(5), protobuf)).isEqualTo("UNIT TOP");
    }

    @Test
    void shouldRejectASchemaOfAnotherType() {
        stub.avro(1, "text");
        stub.protobuf("/schemas/ids/2", "TEXT");
        var client = client();

        assertFails(
                () -> client.find(SchemaId.of(1), protobuf),
                Fault.MALFORMED,
                "the type AVRO, but the route reads PROTOBUF");
        assertFails(
                () -> client.find(SchemaId.of(2), avro),
                Fault.MALFORMED,
                "the type PROTOBUF, but the route reads AVRO");
        assertThat(stub.requests()).doesNotContain("/schemas/ids/1?format=serialized");
    }

    @Test
    void shouldRememberThatASchemaIsMissingForAMinute() throws Exception {
        var client = client();

        assertFails(() -> client.find(SchemaId.of(9), avro), Fault.UNKNOWN_SCHEMA, "has no such schema");
        assertFails(() -> client.find(SchemaId.of(9), protobuf), Fault.UNKNOWN_SCHEMA, "has no such schema");
        assertThat(stub.requests()).hasSize(1);

        stub.avro(9, "late");
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(client.find(SchemaId.of(9), avro)).isEqualTo("late");
        assertThat(client.isUp()).isTrue();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldSayWhereTheUrlLeadsElsewhere() {
        stub.putText("/schemas/ids/1", "<html/>");
        stub.putText("/schemas/ids/2", "{}");

        assertFails(() -> client().find(SchemaId.of(1), avro), Fault.UNKNOWN_SCHEMA, "so its <url> may be wrong");
        assertFails(() -> client().find(SchemaId.of(2), avro), Fault.UNKNOWN_SCHEMA, "so its <url> may be wrong");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | false | refuses the user name or password",
                "429 | false | does not answer (HTTP 429)",
                "503 | false | does not answer (HTTP 503)",
                "403 | true  | does not give the schema (HTTP 403)",
                "500 | true  | does not give the schema (HTTP 500)",
            })
    void shouldTellAFailedRegistryFromAFailedSchema(int status, boolean isUp, String sentence) {
        stub.fail(status);
        var client = client();

        assertFails(() -> client.find(SchemaId.of(1), avro), Fault.UNKNOWN_SCHEMA, sentence);
        assertThat(client.isUp()).isEqualTo(isUp);
        assertThat(client.failures()).isEqualTo(1);
    }

    @Test
    void shouldFailAtOnceWhileTheRegistryIsDown() throws Exception {
        stub.avro(1, "known");
        stub.avro(2, "unknown");
        var client = client();
        client.find(SchemaId.of(1), avro);
        stub.fail(503);

        assertFails(() -> client.find(SchemaId.of(2), avro), Fault.UNKNOWN_SCHEMA, "503");
        int requests = stub.requests().size();
        for (int i = 0; i < 1_000; i++) {
            int id = 100 + i;
            assertFails(() -> client.find(SchemaId.of(id), avro), Fault.UNKNOWN_SCHEMA, "did not answer a moment ago");
        }
        assertThat(client.find(SchemaId.of(1), avro)).isEqualTo("known");
        assertThat(stub.requests()).hasSize(requests);
        assertThat(client.refusals()).isEqualTo(1_000);

        stub.fail(200);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(client.find(SchemaId.of(2), avro)).isEqualTo("unknown");
        assertThat(log.lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("WARN Schema registry \"main\" does not answer (HTTP 503)"),
                        line -> assertThat(line).isEqualTo("INFO Schema registry \"main\" answers again"));
    }

    @Test
    void shouldNotWaitLongerThanTheTimeout() {
        stub.avro(1, "slow");
        stub.silence();
        var client = client(stub.url(), Duration.ofMillis(200));

        assertFails(() -> client.find(SchemaId.of(1), avro), Fault.UNKNOWN_SCHEMA, "did not answer within 200 ms");
        assertThat(client.isUp()).isFalse();
    }

    /** Else a schema with many references would stop the look-ups of all others again and again. */
    @Test
    void shouldTellASlowSchemaFromAFailedRegistry() throws Exception {
        stub.avro(1, "slow", new Referenced("r", "r", 1));
        stub.avro(2, "quick");
        stub.silence("/subjects");
        var client = client(stub.url(), Duration.ofMillis(500));

        assertFails(() -> client.find(SchemaId.of(1), avro), Fault.UNKNOWN_SCHEMA, "did not answer within 500 ms");
        assertThat(client.isUp()).isTrue();
        assertThat(client.find(SchemaId.of(2), avro)).isEqualTo("quick");
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldShareALookUp() throws Exception {
        stub.avro(1, "shared");
        var silence = stub.silence();
        var client = client();
        var results = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> found(client, 1)))
                .toList();

        while (stub.requests().isEmpty()) {
            Thread.onSpinWait();
        }
        silence.countDown();

        for (var result : results) {
            assertThat(result.join()).isEqualTo("shared");
        }
        assertThat(client.lookups()).isEqualTo(stub.requests().size()).isLessThanOrEqualTo(4);
    }

    @Test
    void shouldLimitSchemas() {
        stub.avro(1, "x".repeat(SchemaDownload.MAX_SIZE + 1));
        stub.avro(2, "x".repeat(4 << 20));
        stub.avro(3, "deep", new Referenced("r", "r0", 1));
        stub.avro(
                4,
                "many",
                IntStream.range(0, 65)
                        .mapToObj(i -> new Referenced("r" + i, "r100", 1))
                        .toArray(Referenced[]::new));
        for (int i = 0; i < 17; i++) {
            stub.put("/subjects/r" + i + "/versions/1", null, "r", new Referenced("r", "r" + (i + 1), 1));
        }
        stub.put("/subjects/r100/versions/1", null, "r");
        var client = client();

        assertFails(() -> client.find(SchemaId.of(1), avro), Fault.UNKNOWN_SCHEMA, "too large");
        assertFails(() -> client.find(SchemaId.of(2), avro), Fault.UNKNOWN_SCHEMA, "too large");
        assertFails(() -> client.find(SchemaId.of(3), avro), Fault.UNKNOWN_SCHEMA, "16 levels");
        assertFails(() -> client.find(SchemaId.of(4), avro), Fault.UNKNOWN_SCHEMA, "64 references");
        assertThat(client.isUp()).isTrue();
    }

    @Test
    void shouldRememberThatASchemaIsUnusable() {
        stub.avro(1, "broken");
        var client = client();

        for (int i = 0; i < 3; i++) {
            assertFails(() -> client.find(SchemaId.of(1), avro), Fault.UNKNOWN_SCHEMA, "Schema 1 is broken");
        }
        assertThat(avro.calls()).isEqualTo(1);
    }

    @Test
    void shouldRememberThatAParserFails() {
        stub.avro(1, "odd");
        var client = client();

        for (int i = 0; i < 3; i++) {
            assertFails(() -> client.find(SchemaId.of(1), avro), Fault.UNKNOWN_SCHEMA, "Schema 1 can't be parsed");
        }
        assertThat(avro.calls()).isEqualTo(1);
    }

    /** Else no later look-up would be tried. */
    @Test
    void shouldTryAgainAfterAFailureOfTheClient() {
        var client = client("a url", TIMEOUT);

        for (int i = 0; i < 3; i++) {
            assertFails(() -> client.find(SchemaId.of(1), avro), Fault.UNKNOWN_SCHEMA, "cannot be asked");
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        }
        assertThat(client.isUp()).isFalse();
        assertThat(client.failures()).isEqualTo(3);
    }

    /** Publishers choose the numbers of schemas. */
    @Test
    void shouldBoundWhatAFloodOfUnknownNumbersCosts() throws Exception {
        stub.avro(1, "known");
        var client = client();
        client.find(SchemaId.of(1), avro);

        for (int i = 0; i < 10_000; i++) {
            int id = 1_000 + i;
            nanos.addAndGet(Duration.ofMillis(1).toNanos() / 10); // 10,000 in a second
            assertFails(() -> client.find(SchemaId.of(id), avro), Fault.UNKNOWN_SCHEMA, "Schema " + id);
            if (i % 1_000 == 0) {
                assertThat(client.find(SchemaId.of(1), avro)).isEqualTo("known");
            }
        }

        assertThat(stub.requests()).hasSizeBetween(10, 22);
        assertThat(client.cachedBytes()).isLessThan(20_000);
        assertThat(client.refusals()).isGreaterThan(9_900);
        assertThat(client.isUp()).isTrue();
    }

    @Tag("full")
    @Test
    void shouldBoundTheSchemasInMemory() throws Exception {
        var client = new RegistryClient(settings(stub.url()), folder(), nanos::get);
        for (int i = 0; i < 40; i++) {
            stub.avro(i, i + "x".repeat(500_000));
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            client.find(SchemaId.of(i), avro);
        }

        assertThat(client.cachedBytes()).isBetween(1_000_000L, RegistryClient.MAX_SIZE);
        client.find(SchemaId.of(0), avro);
        assertThat(stub.requests()).as("the disk has the others").hasSize(40);
    }

    @Test
    void shouldStartWithoutTheRegistry() throws Exception {
        stub.avro(1, "kept", new Referenced("r", "r", 1));
        stub.put("/subjects/r/versions/1", null, "r");
        new RegistryClient(settings(stub.url()), folder(), nanos::get).find(SchemaId.of(1), avro);
        stub.fail(503);
        var client = new RegistryClient(settings(stub.url()), folder(), nanos::get);

        assertThat(client.find(SchemaId.of(1), avro)).isEqualTo("r kept");
        assertFails(() -> client.find(SchemaId.of(2), avro), Fault.UNKNOWN_SCHEMA, "503");
        assertThat(client.lookups()).isEqualTo(1);
    }

    private String found(RegistryClient client, int id) {
        try {
            return client.find(SchemaId.of(id), new TextParser(SchemaType.AVRO));
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertFails(ThrowingCallable call, Fault fault, String sentence) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                .hasMessageContaining(sentence);
    }

    private SchemaFolder folder() {
        return new SchemaFolder(folder.resolve("main"), settings(stub.url()), SchemaFolder.MAX_BYTES);
    }

    private RegistryClient client() {
        return client(stub.url(), TIMEOUT);
    }

    private RegistryClient client(String url, Duration timeout) {
        return new RegistryClient(new RegistrySettings("main", url, "", "", null, timeout), null, nanos::get);
    }

    private static RegistrySettings settings(String url) {
        return new RegistrySettings("main", url, "", "", null, TIMEOUT);
    }
}
