// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Error message for users: the failure and each further cause on a line of its own. */
public final class Sentence {

    private Sentence() {}

    public static String of(Throwable failure) {
        var sentence = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            var text = text(each);
            if (!repeatsItsCause(each) && sentence.indexOf(text) < 0) {
                sentence.append(sentence.isEmpty() ? "" : "\n  since ").append(text);
            }
        }
        return sentence.toString();
    }

    private static boolean repeatsItsCause(Throwable failure) {
        var cause = failure.getCause();
        return cause != null && cause.toString().equals(failure.getMessage());
    }

    /** Omits the exception's class if the message is a sentence. */
    private static String text(Throwable failure) {
        var message = failure.getMessage();
        if (failure instanceof NoSuchFileException) {
            return "There is no file or folder " + message;
        }
        if (failure instanceof AccessDeniedException) {
            return "Access to " + message + " is denied";
        }
        return message != null && message.contains(" ") ? message : failure.toString();
    }
}
