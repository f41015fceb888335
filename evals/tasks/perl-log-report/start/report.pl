#!/usr/bin/perl
use strict;
use warnings;

my %count;
while (my $line = <STDIN>) {
  next unless $line =~ /ERROR/;
  my ($hour) = $line =~ /T([1-9]+):/;
  $count{$hour}++ if $hour;
}
print "$_ $count{$_}\n" for keys %count;
