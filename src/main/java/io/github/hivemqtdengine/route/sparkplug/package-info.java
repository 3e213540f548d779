/** What routes of Sparkplug B do beyond mapping: learn and request BIRTHs, and follow sequence numbers. */
@NullMarked
package io.github.hivemqtdengine.route.sparkplug;

import org.jspecify.annotations.NullMarked;
