@NullMarked
package io.github.hivemqtdengine.cli;

import org.jspecify.annotations.NullMarked;
