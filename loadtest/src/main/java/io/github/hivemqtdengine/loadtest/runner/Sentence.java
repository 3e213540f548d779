package io.github.hivemqtdengine.loadtest.runner;

/** Error message for users: the failure and each cause on a line of its own. */
public final class Sentence {

    private Sentence() {}

    public static String of(Throwable failure) {
        var sentence = new StringBuilder(text(failure));
        for (var cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            sentence.append("\n  since ").append(text(cause));
        }
        return sentence.toString();
    }

    /** Omits the exception's class if the message is a sentence. */
    private static String text(Throwable failure) {
        var message = failure.getMessage();
        return message != null && message.contains(" ") ? message : failure.toString();
    }
}
