// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.stack.process.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Address of an agent as on the command line. */
public sealed interface AgentAddress {

    /** Most agents of a run. */
    int MOST = 64;

    String EXAMPLE = "ssh:user@192.168.0.8:/opt/loadtest,tcp:192.168.0.9:7070,local:4";

    /** Returns whether the agent runs on the commander's machine. */
    boolean isLocal();

    /**
     * Parses addresses with commas in between.
     *
     * @throws IllegalArgumentException with a sentence, if one of them is malformed or there are too many
     */
    static List<AgentAddress> parseAll(String addresses) {
        var agents = Stream.of(addresses.split(",", -1))
                .flatMap(part -> parse(part.strip()).stream())
                .toList();
        if (agents.size() > MOST) {
            throw new IllegalArgumentException(agents.size() + " agents are too many, the most are " + MOST);
        }
        if (agents.stream().distinct().count() < agents.size()) {
            throw new IllegalArgumentException("An agent is listed twice in '" + addresses + "'");
        }
        return agents;
    }

    private static List<AgentAddress> parse(String address) {
        var tcp = Tcp.PATTERN.matcher(address);
        if (tcp.matches()) {
            return List.of(new Tcp(tcp.group(1), port(tcp.group(2))));
        }
        var ssh = Ssh.PATTERN.matcher(address);
        if (ssh.matches()) {
            return List.of(new Ssh(ssh.group(1), ssh.group(2)));
        }
        var local = Local.PATTERN.matcher(address);
        if (local.matches()) {
            return IntStream.rangeClosed(1, Integer.parseInt(local.group(1)))
                    .<AgentAddress>mapToObj(Local::new)
                    .toList();
        }
        throw new IllegalArgumentException("'" + address + "' is not like " + EXAMPLE);
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

    /** Agent that the commander starts, and that takes its orders from standard input. */
    sealed interface Started extends AgentAddress {

        List<String> command();
    }

    /**
     * Agent in a JVM of its own on the commander's machine, with a heap of 1 GB.
     *
     * @param number from 1
     */
    record Local(int number) implements Started {

        private static final Pattern PATTERN = Pattern.compile("local:([1-9]\\d{0,2})");
        private static final List<String> JVM_ARGUMENTS =
                List.of("-Xmx1g", "-Dfile.encoding=UTF-8", "-Dlogback.configurationFile=loadtest-logback.xml");

        @Override
        public boolean isLocal() {
            return true;
        }

        @Override
        public List<String> command() {
            return ChildJvm.command(AgentMain.class, JVM_ARGUMENTS);
        }

        @Override
        public String toString() {
            return "local:" + number;
        }
    }

    /**
     * Agent that the commander starts with ssh.
     *
     * @param destination host, with the user if ssh needs one
     * @param folder folder of the load tests there
     */
    record Ssh(String destination, String folder) implements Started {

        /** A destination never looks like an option of ssh. */
        private static final Pattern PATTERN = Pattern.compile("ssh:(\\w[\\w.@%-]*):([/~][^,\\p{Cntrl}]*)");

        @Override
        public boolean isLocal() {
            return isLoopback(destination.substring(destination.lastIndexOf('@') + 1));
        }

        @Override
        public List<String> command() {
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
