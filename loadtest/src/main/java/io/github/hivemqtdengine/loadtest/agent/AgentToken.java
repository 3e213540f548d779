// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/** Secret that a commander and the agents that listen share. */
public final class AgentToken {

    private static final int BYTES = 16;
    private static final int SHORTEST = 8;
    private static final int LONGEST = 1_000;

    private AgentToken() {}

    /** Returns a new secret of 128 bits. */
    public static String random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Reads the first line of a file.
     *
     * @throws IOException if the file cannot be read, or the line has fewer than 8 or more than 1,000 characters
     */
    public static String read(Path file) throws IOException {
        String token;
        try (var lines = Files.lines(file)) {
            token = lines.findFirst().orElse("").strip();
        }
        if (token.length() < SHORTEST || token.length() > LONGEST) {
            throw new IOException("The first line of " + file + " has " + token.length()
                    + " characters: a token has at least " + SHORTEST + " and at most " + LONGEST);
        }
        return token;
    }
}
