package io.github.hivemqtdengine.loadtest.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Address of an agent as on the command line. */
public sealed interface AgentAddress {

    /** Most agents of a run. */
    int MOST = 64;

    String EXAMPLE = "ssh:user@192.168.0.8:/opt/loadtest,tcp:192.168.0.9:7070";

    /** Returns whether the agent runs on the commander's machine. */
    boolean isLocal();

    /**
     * Parses addresses with commas in between.
     *
     * @throws IllegalArgumentException with a sentence, if one of them is malformed or there are too many
     */
    static List<AgentAddress> parseAll(String addresses) {
        var parts = List.of(addresses.split(",", -1));
        if (parts.size() > MOST) {
            throw new IllegalArgumentException(parts.size() + " agents are too many, the most are " + MOST);
        }
        if (parts.stream().distinct().count() < parts.size()) {
            throw new IllegalArgumentException("An agent is listed twice in '" + addresses + "'");
        }
        return parts.stream().map(part -> parse(part.strip())).toList();
    }

    private static AgentAddress parse(String address) {
        return Stream.of(Tcp.PATTERN, Ssh.PATTERN)
                .map(pattern -> pattern.matcher(address))
                .filter(matcher -> matcher.matches())
                .findFirst()
                .<AgentAddress>map(parts -> parts.pattern().equals(Ssh.PATTERN)
                        ? new Ssh(parts.group(1), parts.group(2))
                        : new Tcp(parts.group(1), port(parts.group(2))))
                .orElseThrow(() -> new IllegalArgumentException("'" + address + "' is not like " + EXAMPLE));
    }

    private static int port(String digits) {
        int port = Integer.parseInt(digits);
        if (port > 65_535) {
            throw new IllegalArgumentException("There is no port " + port);
        }
        return port;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (IOException e) {
            return false; // unknown here; connecting tells more
        }
    }

    /** Agent that listens. */
    record Tcp(String host, int port) implements AgentAddress {

        private static final Pattern PATTERN = Pattern.compile("tcp:(\\[[^]\\s]+]|[^:/\\s]+):(\\d{1,5})");

        @Override
        public boolean isLocal() {
            return isLoopback(host);
        }

        @Override
        public String toString() {
            return "tcp:" + host + ":" + port;
        }
    }

    /**
     * Agent that the commander starts with ssh.
     *
     * @param destination host, with the user if ssh needs one
     * @param folder folder of the load tests there
     */
    record Ssh(String destination, String folder) implements AgentAddress {

        /** A destination never looks like an option of ssh. */
        private static final Pattern PATTERN = Pattern.compile("ssh:(\\w[\\w.@%-]*):([/~][^,\\p{Cntrl}]*)");

        @Override
        public boolean isLocal() {
            return isLoopback(destination.substring(destination.lastIndexOf('@') + 1));
        }

        List<String> command() {
            return List.of("ssh", "-T", "-o", "BatchMode=yes", destination, quoted() + "/run agent --stdio");
        }

        private String quoted() {
            var home = folder.startsWith("~") ? folder.split("/", 2)[0] : ""; // the remote shell replaces it
            return home + "'" + folder.substring(home.length()).replace("'", "'\\''") + "'";
        }

        @Override
        public String toString() {
            return "ssh:" + destination + ":" + folder;
        }
    }
}
