/**
 * Command line: shows the effect of a configuration before a broker uses it.
 *
 * <p>The commands call the classes of the running extension, so decisions are the same. The package does not depend on
 * the broker, whose classes are not on the class path.
 */
@NullMarked
package io.github.hivemqtdengine.cli;

import org.jspecify.annotations.NullMarked;
