package io.github.hivemqtdengine.demo;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes options out of a command line until nothing is left. */
final class CommandLine {

    private final List<String> left;

    CommandLine(List<String> arguments) {
        left = new ArrayList<>(arguments);
    }

    boolean has(String option) {
        return left.contains(option);
    }

    /** Whether an option without a value is there. */
    boolean flag(String option) {
        return left.removeAll(List.of(option));
    }

    String text(String option, String otherwise) {
        var value = text(option);
        return value == null ? otherwise : value;
    }

    /** The value of an option, or {@code null} where it is not there. */
    @Nullable
    String text(String option) {
        String value = null;
        for (int at = left.indexOf(option); at >= 0; at = left.indexOf(option)) {
            if (at + 1 == left.size()) {
                throw new DemoException(option + " needs a value; see --help");
            }
            left.remove(at);
            value = left.remove(at);
        }
        return value;
    }

    int number(String option, int otherwise, int least, int most) {
        var text = text(option);
        if (text == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // answered below like a number that is out of range
        }
        throw new DemoException(option + " takes a number from " + least + " to " + most + ", not " + text);
    }

    void requireAllRead() {
        if (!left.isEmpty()) {
            throw new DemoException("What is " + left.get(0) + "? See --help");
        }
    }
}
