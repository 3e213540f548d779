// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.message;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.message.TopicName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that describe a message to explain. */
public final class MessageOptions {

    private static final int MAX_QOS = 2;
    private static final Path STANDARD_INPUT = Path.of("-");

    private final InputStream in;

    @Option(names = "--topic", paramLabel = "T", description = "The topic; required unless routes are expanded.")
    private @Nullable String topic;

    @Option(names = "--payload", paramLabel = "FILE", description = "A file with the payload; - for the input.")
    private @Nullable Path payload;

    @Option(names = "--text", paramLabel = "STRING", description = "The payload as text, in place of a file.")
    private @Nullable String text;

    @Option(names = "--hex", paramLabel = "STRING", description = "The payload in hexadecimal, in place of a file.")
    private @Nullable String hex;

    @Option(names = "--client", paramLabel = "ID", description = "The client id; ${DEFAULT-VALUE} unless given.")
    private String client = "client";

    @Option(names = "--user", paramLabel = "NAME", description = "The user name; none unless given.")
    private @Nullable String user;

    @Option(names = "--qos", paramLabel = "N", description = "0, 1 or 2; ${DEFAULT-VALUE} unless given.")
    private int qos = 0;

    @Option(names = "--retain", description = "Set the RETAIN flag.")
    private boolean retain;

    @Option(names = "--dup", description = "Set the DUP flag.")
    private boolean duplicate;

    @Option(names = "--property", paramLabel = "NAME=VALUE", description = "A user property; may be repeated.")
    private List<String> properties = List.of();

    @Option(names = "--content-type", paramLabel = "TYPE", description = "The content type of MQTT 5.")
    private @Nullable String contentType;

    @Option(names = "--response-topic", paramLabel = "T", description = "The response topic of MQTT 5.")
    private @Nullable String responseTopic;

    @Option(names = "--message-expiry", paramLabel = "SECONDS", description = "The message expiry interval of MQTT 5.")
    private @Nullable Long messageExpiry;

    @Mixin
    private final MetadataOptions metadata = new MetadataOptions();

    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    /**
     * Creates the options, which the command line fills.
     *
     * @param in the source of a payload named {@code -}
     */
    public MessageOptions(InputStream in) {
        this.in = in;
    }

    /**
     * Returns the topic.
     *
     * @throws ParameterException if there is none
     */
    public String requireTopic() {
        if (topic == null) {
            throw usage("Missing required option: '--topic=T'");
        }
        return topic;
    }

    /**
     * Returns the message.
     *
     * @param arrivalMicros epoch microseconds
     * @throws IOException if the payload can't be read
     */
    public InboundMessage message(long arrivalMicros) throws IOException {
        var where = requireTopic();
        checkTopic(where);
        if (qos < 0 || qos > MAX_QOS) {
            throw usage("--qos is " + qos + "; it is 0, 1 or 2");
        }
        return new InboundMessage(
                        where, payload(), client, user, qos, retain, duplicate, mqtt5Properties(), arrivalMicros)
                .with(metadata.metadata());
    }

    private void checkTopic(String text) {
        try {
            TopicName.check(text);
        } catch (IllegalArgumentException e) {
            throw usage("--topic \"" + text + "\" " + e.getMessage());
        }
    }

    private byte[] payload() throws IOException {
        if (Stream.of(payload, text, hex).filter(Objects::nonNull).count() > 1) {
            throw usage("--payload, --text and --hex are all the payload; give one of them");
        }
        if (payload != null) {
            return read("--payload", payload);
        }
        if (hex != null) {
            return bytes(hex.replaceAll("\\s", ""));
        }
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] bytes(String digits) {
        try {
            return HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException e) {
            throw usage("--hex is not hexadecimal: " + e.getMessage());
        }
    }

    /**
     * Returns the bytes of a file that an option names.
     *
     * @throws ParameterException if the file can't be read
     */
    public byte[] read(String option, Path file) throws IOException {
        return read(option, file, in, this::usage);
    }

    private Mqtt5Properties mqtt5Properties() {
        if (messageExpiry != null && (messageExpiry < 0 || messageExpiry > Mqtt5Properties.MAX_MESSAGE_EXPIRY)) {
            throw usage("--message-expiry is " + messageExpiry + "; it is 0 to " + Mqtt5Properties.MAX_MESSAGE_EXPIRY
                    + " seconds");
        }
        return Mqtt5Properties.of(
                contentType,
                responseTopic,
                messageExpiry,
                properties.stream().map(this::property).toList());
    }

    private UserProperty property(String written) {
        int equals = written.indexOf('=');
        if (equals < 0) {
            throw usage("--property \"" + written + "\" has no =; write it like unit=kW");
        }
        return new UserProperty(written.substring(0, equals), written.substring(equals + 1));
    }

    /**
     * Returns the bytes of a file that an option names.
     *
     * @param in the source for {@code -}
     * @param usage creates a usage error from a sentence
     * @throws IOException if the input can't be read
     * @throws ParameterException if the file can't be read
     */
    public static byte[] read(String option, Path file, InputStream in, Function<String, ParameterException> usage)
            throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return in.readAllBytes();
        }
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw usage.apply(
                    option + " " + file + " can't be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }
}
