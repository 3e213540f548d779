// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Part of a scenario that a setting applies to.
 *
 * @param variant name of the variant; empty for all contenders
 * @param group name of the group of clients; empty for the scenario, whose values are the defaults of all groups
 * @param key key of the setting
 */
record Place(Optional<String> variant, Optional<String> group, String key) {

    private static final Pattern OF_VARIANT = Pattern.compile("x\\.variant\\.([a-z0-9][a-z0-9-]*)\\.(.+)");
    private static final Pattern OF_GROUP = Pattern.compile("x\\.group\\.([a-z0-9][a-z0-9-]*)\\.(.+)");

    /** Reads {@code x.variant.<name>.x.group.<name>.<key>}, whose first parts may be missing. */
    static Place of(String text) {
        var ofVariant = OF_VARIANT.matcher(text);
        boolean isOfVariant = ofVariant.matches();
        var rest = isOfVariant ? ofVariant.group(2) : text;
        var ofGroup = OF_GROUP.matcher(rest);
        boolean isOfGroup = ofGroup.matches();
        return new Place(
                isOfVariant ? Optional.of(ofVariant.group(1)) : Optional.empty(),
                isOfGroup ? Optional.of(ofGroup.group(1)) : Optional.empty(),
                isOfGroup ? ofGroup.group(2) : rest);
    }

    boolean isOf(Optional<String> itsVariant, Optional<String> itsGroup) {
        return variant.equals(itsVariant) && group.equals(itsGroup);
    }

    /** Returns the key of the place without its variant. */
    String withoutVariant() {
        return group.map(name -> "x.group." + name + ".").orElse("") + key;
    }

    @Override
    public String toString() {
        return variant.map(name -> "x.variant." + name + ".").orElse("") + withoutVariant();
    }
}
