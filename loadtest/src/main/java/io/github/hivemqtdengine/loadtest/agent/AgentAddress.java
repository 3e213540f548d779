// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Agent as on the command line.
 *
 * @param name for messages and the report
 * @param isLocal whether it runs on the commander's machine
 * @param command starts it; it takes its orders from standard input
 */
public record AgentAddress(String name, boolean isLocal, List<String> command) {

    /** Most agents of a run. */
    private static final int MOST = 64;

    static final String EXAMPLE = "ssh:user@192.168.0.8:/opt/loadtest,local:4";

    private static final Pattern LOCAL = Pattern.compile("local:([1-9]\\d{0,2})");
    /** A destination never looks like an option of ssh. */
    private static final Pattern SSH = Pattern.compile("ssh:(\\w[\\w.@%-]*):([/~][^,\\p{Cntrl}]*)");

    private static final List<String> JVM_ARGUMENTS =
            List.of("-Xmx1g", "-Dfile.encoding=UTF-8", "-Dlogback.configurationFile=loadtest-logback.xml");

    /** ssh ends by itself when the other machine has not answered for 60 seconds. */
    private static final List<String> SSH_COMMAND =
            List.of("ssh", "-T", "-o", "BatchMode=yes", "-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=4");

    /**
     * Parses addresses with commas in between.
     *
     * @throws IllegalArgumentException with a sentence, if one of them is malformed or there are too many
     */
    public static List<AgentAddress> parseAll(String addresses) {
        var agents = Stream.of(addresses.split(",", -1))
                .flatMap(part -> parse(part.strip()))
                .toList();
        if (agents.size() > MOST) {
            throw new IllegalArgumentException(agents.size() + " agents are too many, the most are " + MOST);
        }
        if (agents.stream().distinct().count() < agents.size()) {
            throw new IllegalArgumentException("An agent is listed twice in '" + addresses + "'");
        }
        return agents;
    }

    private static Stream<AgentAddress> parse(String address) {
        var ssh = SSH.matcher(address);
        if (ssh.matches()) {
            var host = ssh.group(1).substring(ssh.group(1).lastIndexOf('@') + 1);
            var command =
                    Stream.concat(SSH_COMMAND.stream(), Stream.of(ssh.group(1), quoted(ssh.group(2)) + "/run agent"));
            return Stream.of(new AgentAddress(address, isLoopback(host), command.toList()));
        }
        var local = LOCAL.matcher(address);
        if (local.matches()) {
            var command = JavaCommand.of(AgentMain.class, JVM_ARGUMENTS);
            return IntStream.rangeClosed(1, Integer.parseInt(local.group(1)))
                    .mapToObj(number -> new AgentAddress("local:" + number, true, command));
        }
        throw new IllegalArgumentException("'" + address + "' is not like " + EXAMPLE);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (IOException e) {
            return false; // unknown here; ssh tells more
        }
    }

    /** Quotes a folder for the remote shell, which replaces a home folder. */
    private static String quoted(String folder) {
        var home = folder.startsWith("~") ? folder.split("/", 2)[0] : "";
        return home + "'" + folder.substring(home.length()).replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
        return name;
    }
}
