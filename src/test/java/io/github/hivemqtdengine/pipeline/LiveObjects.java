// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.JMException;
import javax.management.ObjectName;

/** Counts the objects on this JVM's heap, after a collection. */
public final class LiveObjects {

    private LiveObjects() {}

    /** Number of reachable objects of a class. */
    public static long count(Class<?> type) {
        return histogram()
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length >= 4 && fields[3].equals(type.getName()))
                .mapToLong(fields -> Long.parseLong(fields[1]))
                .sum();
    }

    private static String histogram() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new IllegalStateException(
                    "this JVM does not count objects: " + Arrays.toString(e.getStackTrace()), e);
        }
    }
}
