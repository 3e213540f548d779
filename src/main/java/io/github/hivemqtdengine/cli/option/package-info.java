/** Options that several commands have. */
@NullMarked
package io.github.hivemqtdengine.cli.option;

import org.jspecify.annotations.NullMarked;
