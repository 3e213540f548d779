/**
 * The command line: shows what a configuration does, before a broker runs with it.
 *
 * <p>Every command asks the classes that the running extension is made of; what is decided is decided there. Nothing here
 * knows of the broker, whose classes are not on the class path.
 */
@NullMarked
package io.github.hivemqtdengine.cli;

import org.jspecify.annotations.NullMarked;
