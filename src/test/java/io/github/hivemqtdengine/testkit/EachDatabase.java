// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test class that runs once per {@link DatabaseKind} that the build selects, which it receives in a field with {@code
 * @Parameter}.
 *
 * <p>The system property {@code tests.databases} selects: {@code questdb}, as the fast build does, {@code tdengine}, or
 * {@code all}, which is the default.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ParameterizedClass(name = "{0}")
@MethodSource("io.github.hivemqtdengine.testkit.DatabaseKind#selected")
public @interface EachDatabase {}
