// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The TCP sockets on which a process of this machine listens, as Linux tells. */
public final class ListeningSockets {

    private static final String LISTENS = "0A";
    private static final String SOCKET = "socket:[";

    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    /**
     * An address that a process listens on.
     *
     * @param address the wildcard address where any of the machine's will do
     */
    public record Listener(InetAddress address, int port) {}

    private ListeningSockets() {}

    /** Returns whether this machine can tell. */
    public static boolean areKnown() {
        return Files.isReadable(Path.of("/proc/self/net/tcp"));
    }

    /** Returns those of a process that other machines may reach. */
    public static List<Listener> reachableFromOutside(ProcessHandle process) throws IOException {
        return of(process).stream()
                .filter(listener -> !listener.address().isLoopbackAddress())
                .toList();
    }

    /** Returns the same for a process and all that it has started, but those that have ended meanwhile. */
    public static List<Listener> reachableFromOutsideBelow(ProcessHandle parent) throws IOException {
        var found = new ArrayList<Listener>();
        for (var process :
                Stream.concat(Stream.of(parent), parent.descendants()).toList()) {
            try {
                found.addAll(reachableFromOutside(process));
            } catch (NoSuchFileException e) {
                // it has ended
            }
        }
        return found;
    }

    /** Returns all of a process. */
    public static List<Listener> of(ProcessHandle process) throws IOException {
        var folder = Path.of("/proc").resolve(Long.toString(process.pid()));
        var inodes = inodes(folder.resolve("fd"));
        var listeners = new ArrayList<Listener>();
        for (var table : List.of("tcp", "tcp6")) {
            var lines = Files.readAllLines(folder.resolve("net").resolve(table));
            for (var line : lines.subList(1, lines.size())) {
                var fields = line.strip().split("\\s+", -1);
                if (fields[STATE].equals(LISTENS) && inodes.contains(fields[INODE])) {
                    listeners.add(listener(fields[LOCAL_ADDRESS]));
                }
            }
        }
        return listeners;
    }

    private static Set<String> inodes(Path descriptors) throws IOException {
        var inodes = new HashSet<String>();
        try (var all = Files.list(descriptors)) {
            for (var descriptor : all.toList()) {
                var target = target(descriptor);
                if (target.startsWith(SOCKET)) {
                    inodes.add(target.substring(SOCKET.length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    /** Reads what Linux writes: words of four bytes in the machine's order, and the port as a number. */
    private static Listener listener(String text) throws IOException {
        var parts = text.split(":", -1);
        var words = ByteBuffer.wrap(HexFormat.of().parseHex(parts[0])).order(ByteOrder.BIG_ENDIAN);
        var address = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
        while (words.hasRemaining()) {
            address.putInt(words.getInt());
        }
        return new Listener(InetAddress.getByAddress(address.array()), Integer.parseInt(parts[1], 16));
    }
}
